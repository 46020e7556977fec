/** One check: good, worth knowing, or preventing a start. */
export type Check = {
  readonly name: string;
  readonly state: 'good' | 'notice' | 'bad';
  readonly words: string;
};

export const good = (name: string, words: string): Check => ({ name, state: 'good', words });
export const notice = (name: string, words: string): Check => ({ name, state: 'notice', words });
export const bad = (name: string, words: string): Check => ({ name, state: 'bad', words });
