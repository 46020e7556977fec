import { Drawing, type IconProps } from '../../../kit/icons/icon.tsx';

export const FullScreenIcon = (props: IconProps) => (
  <Drawing {...props}>
    <path vectorEffect="non-scaling-stroke" d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
  </Drawing>
);
