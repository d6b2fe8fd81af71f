import type { Bar } from '../bar.ts';
import { signedInBrowser } from '../browser.ts';
import type { Answer } from '../product.ts';

export const headers: Bar = {
  number: 11,
  name: 'headers',
  claim:
    'answers have a strict content security policy, HSTS, nosniff and no framing, and cookies have the prefix __Host-; pages do not violate the policy in a browser',
  check:
    'the headers of six pages and three API answers of a product with an https address; Chromium opens five pages and signs up',
  control: 'an inline script is added to a page; weak headers are checked',
  run: async (campaign) => {
    const { start } = campaign;
    const secure = await start({ environment: { BASE_URL: 'https://momokzi.campaign.example' } });
    const faults: string[] = [];
    for (const address of ['/', '/faq', '/app', '/login', '/shared/unknown', '/docs/api'])
      faults.push(...faultsOf(address, await secure.send('GET', address), PAGE));
    for (const address of ['/api/my-restaurants', '/api/me', '/api/unknown'])
      faults.push(...faultsOf(address, await secure.send('GET', address), DATA));
    const signedUp = await secure.send('POST', '/api/account/sign-up', {
      body: {
        nickname: '모먹',
        email: 'h@example.com',
        password: 'bowl-of-rice',
        passwordConfirm: 'bowl-of-rice',
        isFourteenOrOlder: true,
      },
    });
    const cookie = signedUp.headers.getSetCookie().find((line) => line.includes('session')) ?? '';
    for (const part of ['__Host-', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
      if (!cookie.toLowerCase().includes(part.toLowerCase())) faults.push(`cookie without ${part}`);
    if (/domain=/i.test(cookie)) faults.push('cookie with a domain');
    if (signedUp.headers.has('x-powered-by')) faults.push('X-Powered-By');

    const product = await start({ environment: { MAP_STYLE_URL: 'none' } });
    const person = await product.member();
    const context = await signedInBrowser({ campaign, product, person });
    const violations: string[] = [];
    await context.exposeFunction('onViolation', (text: string) => void violations.push(text));
    await context.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
      onViolation(event.violatedDirective + ' ' + event.blockedURI))`);
    const page = await context.newPage();
    for (const address of ['/', '/faq', '/app', '/app/momokzi-journal', '/terms-of-service'])
      await page.goto(product.origin + address, { waitUntil: 'networkidle' });
    const found = violations.length;
    faults.push(...violations.slice(0, 3));
    await page.addScriptTag({ content: 'globalThis.injected = true' }).catch(() => {});
    await page.waitForTimeout(300);
    const hasRun = await page.evaluate('globalThis.injected === true');
    const weak = new Headers({ 'content-security-policy': "script-src 'unsafe-inline'" });
    const weakened = faultsOf('/', { headers: weak }, PAGE);
    return {
      figure: `9 answers and 5 pages in Chromium: ${faults.length} faults${faults.length ? ` (${faults.slice(0, 5).join('; ')})` : ''}, ${found} violations`,
      isHeld: faults.length === 0,
      controlFigure: `${violations.length - found} violation, the script ${hasRun ? 'ran' : 'did not run'}; ${weakened.length} faults in weak headers`,
      hasControlFailed: violations.length > found && !hasRun && weakened.length > 3,
    };
  },
};

type Check = [header: string, isRight: (value: string) => boolean];

const directive = (name: string, isRight: (value: string) => boolean): Check => [
  'content-security-policy',
  (value) =>
    isRight(
      value
        .split(';')
        .map((part) => part.trim())
        .find((part) => part.startsWith(`${name} `)) ?? '',
    ),
];
/**
 * Whether a directive allows only our own files, hashes and single hosts, but no inline code and no wildcards. An
 * absent directive ('') counts as strict, because `default-src 'none'` then applies.
 */
const isStrict = (value: string): boolean =>
  (value === '' || /'(self|none|sha256-)/.test(value)) && !/unsafe|\*|data:|https?:(?!\/\/)/.test(value);

const BOTH: Check[] = [
  ['strict-transport-security', (value) => Number(/max-age=(\d+)/.exec(value)?.[1]) >= 31_536_000],
  ['x-content-type-options', (value) => value === 'nosniff'],
  ['x-frame-options', (value) => value === 'DENY'],
  ['referrer-policy', (value) => ['no-referrer', 'strict-origin-when-cross-origin'].includes(value)],
  directive('default-src', (value) => value === "default-src 'none'"),
  directive('frame-ancestors', (value) => value === "frame-ancestors 'none'"),
];
const PAGE: Check[] = [
  ...BOTH,
  directive('script-src', isStrict),
  // Without the directive, default-src applies, which is 'none'.
  directive('object-src', (value) => ['', "object-src 'none'"].includes(value)),
  directive('base-uri', (value) => value === "base-uri 'none'"),
  directive('style-src', isStrict),
  ['permissions-policy', (value) => value.includes('camera=()')],
  ['cross-origin-opener-policy', (value) => value.startsWith('same-origin')],
];
const DATA: Check[] = [
  ...BOTH,
  ['cache-control', (value) => ['private, no-cache', 'no-store'].includes(value)],
];

const faultsOf = (address: string, { headers: given }: Pick<Answer, 'headers'>, checks: readonly Check[]) =>
  checks
    .filter(([header, isRight]) => !isRight(given.get(header) ?? ''))
    .map(([header]) => `${address}: ${header}: ${given.get(header)}`);
