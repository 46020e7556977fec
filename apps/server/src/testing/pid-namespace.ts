/** Arguments of `unshare` for a program that sees no other process, like one in a container. */
export const NAMESPACE = ['--pid', '--fork', '--kill-child', '--ipc', '--mount-proc'] as const;
