import { ToolIcon } from '../icons/tool-icon.tsx';
import css from './form.module.css';

/** What the server says of the whole form; stands above the buttons and is read out at once. */
export const FormTrouble = ({ words }: { words: string | null }) => (
  <div role="alert" className={css['trouble']}>
    {words === null ? null : (
      <p>
        <ToolIcon name="alert" size={18} />
        {words}
      </p>
    )}
  </div>
);
