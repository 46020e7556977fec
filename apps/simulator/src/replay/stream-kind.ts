/** Labels of recordings and the stream kinds they are shown as; the first that fits. */
const KINDS: readonly { readonly kind: string; readonly label: RegExp }[] = [
  { kind: 'ecg', label: /^(ECG|EKG|ML ?I{1,3}|V\d?|I{1,3}|AV[RLF]|MLII|MLI|D\d)\b/i },
  { kind: 'flow', label: /^flow/i },
  { kind: 'impe', label: /^(resp|rsp|impe|thorax|thor|abdo)(?!.*rate)/i },
  { kind: 'temperature', label: /^(temp|skin)/i },
];

/**
 * The stream kind of a recording's label; for what is none of ours, the label as a word of its own.
 */
export function streamKind(label: string): string {
  const known = KINDS.find((entry) => entry.label.test(label.trim()));
  if (known !== undefined) return known.kind;
  const word = label
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return word === '' ? 'other' : word.slice(0, 40);
}
