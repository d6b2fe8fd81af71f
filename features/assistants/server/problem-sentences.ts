import { m } from '#messages';
import { formatDate, KOREA } from '#common/dates.ts';
import type { InvalidRequest, ProblemError } from '#server/http/problem.ts';
import { KOREAN } from './korean.ts';

type Params = Readonly<Record<string, string | number>>;
type Message = (params: Params, options: typeof KOREAN) => string;

/** Returns the sentence that the screens show for a problem. */
export function sentenceOf({ code, params = {} }: Pick<ProblemError, 'code' | 'params'>): string {
  const { date } = params;
  const written = typeof date === 'number' && { date: formatDate(date, { zone: KOREA, language: 'ko' }) };
  return sentence(`problem_${code}`, { ...params, ...written }) ?? m.problem_unknown({}, KOREAN);
}

export const sentenceOfInvalid = ({ errors: [error] }: InvalidRequest): string =>
  (error && sentence(`field_${error.code}`, error.params ?? {})) ?? m.problem_request_invalid({}, KOREAN);

function sentence(code: string, params: Params): string | null {
  const messages: Readonly<Record<string, unknown>> = m;
  const message = messages[code.replaceAll('.', '_')];
  return typeof message === 'function' ? (message as Message)(params, KOREAN) : null;
}
