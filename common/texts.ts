import { z } from 'zod';
import { readableLine, readableText } from './readable-text.ts';

/** A name or another text of one line. Length limits are added where it is used. */
export const LineOfText = z.string().normalize().overwrite(readableLine);

/** A text that may have several lines. */
export const LinesOfText = z.string().overwrite(readableText);
