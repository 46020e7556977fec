import type { ChartEngine } from './chart-engine.ts';
import type { ChartCommand } from './chart-message.ts';

export function runCommand(engine: ChartEngine, command: ChartCommand): void {
  switch (command.type) {
    case 'attach':
      return engine.attach(command.viewId, command.canvas, command.spec, command.size);
    case 'change':
      return engine.change(command.viewId, command.spec);
    case 'resize':
      return engine.resize(command.viewId, command.size);
    case 'ruler':
      return engine.ruler(command.viewId, command.at);
    case 'detach':
      return engine.detach(command.viewId);
  }
}
