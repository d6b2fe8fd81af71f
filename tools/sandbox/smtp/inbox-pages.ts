import { escapeHtml, testPage } from '../page.ts';

export type ReceivedMail = {
  id: number;
  receivedAt: number;
  envelope: { from: string; to: string[] };
  from: string;
  to: string;
  subject: string;
  text: string | null;
  html: string | null;
  /** The message as received (RFC 5322). */
  raw: string;
};

const time = (at: number) => new Date(at).toLocaleString('ko-KR', { timeZone: 'Asia/Seoul' });

export const inboxPage = (mails: readonly ReceivedMail[]): string =>
  testPage({
    title: '테스트 메일함',
    body: `<h1>테스트 메일함 (${mails.length})</h1>${
      mails.length === 0
        ? '<p>아직 온 메일이 없어요.</p>'
        : `<table><tr><th>받는 사람</th><th>제목</th><th>시각</th></tr>${mails
            .map(
              (mail) =>
                `<tr><td>${escapeHtml(mail.to)}</td><td><a href="/mails/${mail.id}">${escapeHtml(mail.subject)}</a></td><td>${time(mail.receivedAt)}</td></tr>`,
            )
            .join('')}</table>`
    }`,
  });

export const mailPage = (mail: ReceivedMail): string =>
  testPage({
    title: mail.subject,
    body: `<p><a class="button" href="/">← 메일함</a></p><h1>${escapeHtml(mail.subject)}</h1>
<p><small>${escapeHtml(mail.from)} → ${escapeHtml(mail.to)} · ${time(mail.receivedAt)}</small></p>
${mail.html === null ? '' : `<iframe title="메일 본문" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" src="/mails/${mail.id}/html"></iframe>`}
<h2>글로만 된 본문</h2><pre>${escapeHtml(mail.text ?? '(없음)')}</pre>
<p><a href="/mails/${mail.id}/raw">받은 그대로 보기</a></p>`,
  });
