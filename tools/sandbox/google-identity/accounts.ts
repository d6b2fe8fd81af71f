/** A test account. If `email` is null, the account has no e-mail address. */
export type SandboxAccount = {
  /** Google's stable user id. Unlike the e-mail address, it identifies the person. */
  sub: string;
  name: string;
  email: string | null;
  emailVerified: boolean;
};

/** Invented people, one for every case that a client must handle. */
export const sandboxAccounts = (): SandboxAccount[] => [
  { sub: '100000000000000000001', name: '김예시', email: 'yesi.kim@example.com', emailVerified: true },
  { sub: '100000000000000000002', name: '박예시', email: 'park@example.com', emailVerified: true },
  { sub: '100000000000000000003', name: '미확인', email: 'unverified@example.com', emailVerified: false },
  { sub: '100000000000000000004', name: '메일없음', email: null, emailVerified: false },
];

/** The claims in Google's id_token and userinfo answer. */
export function claimsOf(account: SandboxAccount): { sub: string; [claim: string]: string | boolean } {
  return {
    sub: account.sub,
    name: account.name,
    given_name: account.name.slice(1),
    family_name: account.name.slice(0, 1),
    picture: `https://lh3.googleusercontent.com/a/${account.sub}`,
    ...(account.email !== null && { email: account.email, email_verified: account.emailVerified }),
  };
}
