/**
 * Checks whether a value has a shape. For the few replies that the sign-in page reads: the schemas
 * of the contract are larger than that whole page, and a test compares these shapes with them.
 */
export type Shape<Value> = (value: unknown) => value is Value;
type Fields = Readonly<Record<string, Shape<unknown>>>;
type Shaped<F extends Fields> = {
  readonly [Key in keyof F]: F[Key] extends Shape<infer Value> ? Value : never;
};

export const text: Shape<string> = (value) => typeof value === 'string';
export const truth: Shape<boolean> = (value) => typeof value === 'boolean';
export const wholeNumber: Shape<number> = (value): value is number => Number.isSafeInteger(value);
export const figure: Shape<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value);

export const between =
  (least: number, most: number): Shape<number> =>
  (value): value is number =>
    wholeNumber(value) && value >= least && value <= most;

export const exactly =
  <const Value extends string>(wanted: Value): Shape<Value> =>
  (value): value is Value =>
    value === wanted;

export const nullable =
  <Value>(shape: Shape<Value>): Shape<Value | null> =>
  (value): value is Value | null =>
    value === null || shape(value);

export const either =
  <A, B>(one: Shape<A>, other: Shape<B>): Shape<A | B> =>
  (value): value is A | B =>
    one(value) || other(value);

export const list =
  <Value>(shape: Shape<Value>): Shape<Value[]> =>
  (value): value is Value[] =>
    Array.isArray(value) && value.every(shape);

/** Exactly these fields, none missing and none extra. */
export const fields =
  <F extends Fields>(shapes: F): Shape<Shaped<F>> =>
  (value): value is Shaped<F> =>
    isObject(value) &&
    Object.keys(value).every((key) => Object.hasOwn(shapes, key)) &&
    Object.entries(shapes).every(
      ([key, shape]) => Object.hasOwn(value, key) && shape(getField(value, key)),
    );

export const isObject: Shape<object> = (value): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const getField = (value: object, key: string): unknown => Reflect.get(value, key);
