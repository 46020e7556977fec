import { ToolIcon } from '../icons/tool-icon.tsx';
import css from './form.module.css';

/** The server's error about the whole form; shown above the buttons and announced immediately. */
export const FormError = ({ message }: { message: string | null }) => (
  <div role="alert" className={css['formError']}>
    {message === null ? null : (
      <p>
        <ToolIcon name="alert" size={18} />
        {message}
      </p>
    )}
  </div>
);
