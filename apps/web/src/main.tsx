import { startApp } from './app/boot/start-app.tsx';

void startApp(document, globalThis.window);
