import { z } from 'zod';

/**
 * What an outside service tells is never believed to have the shape it promises. A field that is missing, null or
 * of another type is not known; an entry of a list that cannot be used is left out; nothing throws.
 */

/** Text in one line that the database, JSON and a screen can hold; longer, or empty, is not known. */
export const toldText = (most: number) =>
  z
    .string()
    .max(4 * most)
    .transform((text) =>
      text
        .toWellFormed()
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim(),
    )
    .pipe(z.string().min(1).max(most));

/** The value, or null if it is anything else. */
export const orNull = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((value) => (value === undefined ? null : value))
    .catch(null as never) as z.ZodType<z.output<S> | null>;

/** Those entries that are as they should be, and no more than so many. */
export const listOf = <S extends z.ZodType>(entry: S, most: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((entries) =>
      entries.slice(0, most).flatMap((each) => {
        const read = entry.safeParse(each);
        return read.success ? [read.data] : [];
      }),
    );

/** An address of a web page. */
export const toldWebAddress = toldText(2000)
  .transform((text) => (text.startsWith('//') ? `https:${text}` : text))
  .pipe(z.url({ protocol: /^https?$/ }));

export const toldLatitude = z.number().min(-90).max(90);
export const toldLongitude = z.number().min(-180).max(180);
