/** Cases that we do not claim, with the reason; counted as excluded, never as passed. */
export const EXCLUDED_CASES: Readonly<Record<string, string>> = {
  'listen-target-add-wrong-id.json':
    "speaks of the hosted database's watch protocol (a target acknowledged under another number); ours has no such acknowledgement",
};
