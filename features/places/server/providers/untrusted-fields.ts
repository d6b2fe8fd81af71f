import { z } from 'zod';

/**
 * Schemas for responses of external services, whose structure may differ from the documentation. A field that is
 * missing, null or of another type counts as unknown. An invalid entry of a list is left out.
 */

/**
 * Parses one line of text that the database, JSON and a screen can hold. A text that is empty or too long is invalid.
 */
export const textField = (most: number) =>
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

/** Returns the parsed value, or null if the value is invalid. */
export const nullIfInvalid = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((value) => (value === undefined ? null : value))
    .catch(null as never) as z.ZodType<z.output<S> | null>;

/** Returns the valid entries of a list. Only the first `most` entries are read. */
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

/** Parses the URL of a web page. */
export const urlField = textField(2000)
  .transform((text) => (text.startsWith('//') ? `https:${text}` : text))
  .pipe(z.url({ protocol: /^https?$/ }));

export const latitudeField = z.number().min(-90).max(90);
export const longitudeField = z.number().min(-180).max(180);
