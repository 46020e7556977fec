import { Drawing } from '../../kit/icons/icon.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';

/** The icon of a sign-in method, in the style of all icons. */
export function SignInMethodIcon({
  method,
  size = 20,
}: {
  readonly method: string;
  readonly size?: number;
}) {
  if (method === 'line') {
    return (
      <Drawing size={size} name="line">
        <path
          vectorEffect="non-scaling-stroke"
          d="M12 4c5 0 9 3.100 9 7 0 4.200-5.200 7.300-9 9.500v-2.600c-5-.1-9-3-9-6.900s4-7 9-7ZM8.500 11v.01M12 11v.01M15.500 11v.01"
        />
      </Drawing>
    );
  }
  if (method === 'google') {
    return (
      <Drawing size={size} name="google">
        <path
          vectorEffect="non-scaling-stroke"
          d="M20.500 12H12M20.500 12a8.500 8.500 0 1 1-2.600-6.100"
        />
      </Drawing>
    );
  }
  return <ToolIcon name={method === 'email' ? 'key' : 'organisation'} size={size} />;
}
