import { z } from 'zod';

const TIMEOUT_MS = 10_000;

const TokenAnswer = z.object({ access_token: z.string().min(1), error: z.undefined().optional() });

/**
 * Exchanges an authorization code for a token. The answer must contain a token, because some providers refuse with HTTP
 * 200 and an `error` in the body.
 */
export async function exchangeCode({
  url,
  form,
}: {
  url: string;
  form: Record<string, string>;
}): Promise<{ accessToken: string }> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', ...form }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  // An answer that is not JSON fails the check below.
  const token = TokenAnswer.safeParse(await answer.json().catch(() => null));
  if (!answer.ok || !token.success) throw new Error(`No access token (HTTP ${answer.status}).`);
  return { accessToken: token.data.access_token };
}

/**
 * Returns the profile of a person. Returns null if the answer is not a profile. The sign-in is then refused, and logged
 * as `unable_to_get_user_info`.
 */
export async function readProfile<P>({
  url,
  accessToken,
  schema,
}: {
  url: string;
  accessToken: string | undefined;
  schema: z.ZodType<P>;
}): Promise<P | null> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${accessToken}` },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  // An answer that is not JSON fails the check below.
  const profile = schema.safeParse(await answer.json().catch(() => null));
  return answer.ok && profile.success ? profile.data : null;
}
