import { z } from 'zod';
import { readableLine, readableText } from './readable-text.ts';

/** The schema of a name or another text of one line. Length limits are added where it is used. */
export const lineOfText = () => z.string().normalize().overwrite(readableLine);

/** The schema of a text that may have several lines. */
export const linesOfText = () => z.string().overwrite(readableText);
