import { portsFrom, SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from './addresses.mjs';
import { google as googleWire } from './identity/google.ts';
import { startIdentityProvider } from './identity/identity.ts';
import { kakao as kakaoWire } from './identity/kakao.ts';
import { naver as naverWire } from './identity/naver.ts';
import { startLicenceRegister } from './licence-register/licence-register.ts';
import { startListLinks } from './list-links/list-links.ts';
import { startMapsSandbox } from './maps/maps.ts';
import { startPortone } from './portone/portone.ts';
import { startSmtpInbox } from './smtp/smtp-inbox.ts';

/**
 * Starts local substitutes for external services. They have the same HTTP interfaces as the services, and are reachable
 * on this machine only. SANDBOX_PORT is the first of their ports (default 4010). PRODUCT_URLS contains the product's
 * addresses, separated by commas.
 */
const ports = portsFrom(Number(process.env.SANDBOX_PORT ?? 4010));
const products = (process.env.PRODUCT_URLS ?? 'http://localhost:3000').split(',');

process.once('uncaughtException', (error: NodeJS.ErrnoException & { port?: number }) => {
  const isTaken = error.code === 'EADDRINUSE';
  console.error(isTaken ? `The sandbox cannot start: another program uses port ${error.port}.` : error);
  process.exit(1);
});

const client = { clientId: SANDBOX_CLIENT_ID, clientSecret: SANDBOX_CLIENT_SECRET };
const callbacksOf = (provider: string) => products.map((origin) => `${origin}/api/auth/callback/${provider}`);
const google = await startIdentityProvider({
  ...client,
  wire: googleWire,
  port: ports.google,
  redirectUris: callbacksOf('google'),
});
const kakao = await startIdentityProvider({
  ...client,
  wire: kakaoWire,
  port: ports.kakao,
  redirectUris: callbacksOf('kakao'),
});
const naver = await startIdentityProvider({
  ...client,
  wire: naverWire,
  port: ports.naver,
  redirectUris: callbacksOf('naver'),
});
const inbox = await startSmtpInbox({ httpPort: ports.inboxPage, smtpPort: ports.smtp });
const maps = await startMapsSandbox({ port: ports.maps });
const listLinks = await startListLinks({ port: ports.listLinks });
const licenceRegister = await startLicenceRegister({ port: ports.licenceRegister });
const portone = await startPortone({
  port: ports.portone,
  // Webhooks are sent to the product whose page opened the payment window. If this product is unknown, they are sent to
  // the first product.
  webhookUrl: (page) =>
    `${page !== null && products.includes(page) ? page : products[0]}/api/portone/webhook`,
});

console.log(`테스트용 Google 계정  ${google.url}`);
console.log(`테스트용 카카오 계정  ${kakao.url}`);
console.log(`테스트용 네이버 계정  ${naver.url}`);
console.log(`테스트 메일함         ${inbox.url} (SMTP ${inbox.smtpPort})`);
console.log(`테스트용 지도 서비스  ${maps.url}`);
console.log(`테스트용 리스트 링크  ${listLinks.url}`);
console.log(`테스트용 인허가 자료  ${licenceRegister.url}`);
console.log(`테스트 결제           ${portone.url}`);
process.send?.('ready');

const end = async () => {
  await Promise.all(
    [google, kakao, naver, inbox, maps, listLinks, licenceRegister, portone].map((service) =>
      service.close(),
    ),
  );
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
process.once('disconnect', end);
