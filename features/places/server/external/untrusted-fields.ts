import { z } from 'zod';

/**
 * Parses external responses, whose shape is not trusted. A field that is missing, null or of another type counts as
 * unknown. An invalid entry of a list is dropped.
 */

/** One line of text that the database, JSON and a screen can hold; text that is empty or too long is unknown. */
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

/** The value, or null if it is invalid. */
export const nullIfInvalid = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((value) => (value === undefined ? null : value))
    .catch(null as never) as z.ZodType<z.output<S> | null>;

/** The valid entries, up to a maximum. */
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

/** URL of a web page. */
export const urlField = textField(2000)
  .transform((text) => (text.startsWith('//') ? `https:${text}` : text))
  .pipe(z.url({ protocol: /^https?$/ }));

export const latitudeField = z.number().min(-90).max(90);
export const longitudeField = z.number().min(-180).max(180);
