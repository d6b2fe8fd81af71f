/**
 * Returns the fields of `after` that differ from `before`. Compares the values deeply.
 * @example changedFields({ before: { a: 1, b: [2] }, after: { a: 1, b: [3] } }) // { b: [3] }
 */
export function changedFields<Values extends object>({
  before,
  after,
}: {
  before: Partial<Values>;
  after: Values;
}): Partial<Values> {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Values]),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}
