import { m } from '#messages';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { Locale } from '#server/http/locale.ts';

/** The content of a mail. The texts have no mark-up: every string is shown literally. */
export type MailContent = {
  subject: string;
  /** The heading of the mail. Default: the subject. */
  heading?: string;
  /** The paragraphs of the mail. A `title` is shown in bold. */
  paragraphs: readonly (string | { title: string; text: string })[];
  button?: { label: string; url: string };
  /** Texts that say why the mail was sent, and what to do if it was unexpected. */
  footnotes: readonly string[];
  /** A link that ends the subscription. It is shown in the last footnote. */
  unsubscribe?: { label: string; url: string };
};

/**
 * Renders a mail as text and as HTML. The HTML is for Korean web mail: one table, no images and no external resources.
 * Styles are inline, because mail programs drop style sheets.
 */
export function renderMail({ content, locale }: { content: MailContent; locale: Locale }): {
  text: string;
  html: string;
} {
  const { subject, heading = subject, paragraphs, button, footnotes, unsubscribe } = content;
  const productName = m.mail_product_name({}, { locale });
  const text = [
    ...paragraphs.map((each) => (typeof each === 'string' ? each : `${each.title}\n${each.text}`)),
    ...(button ? [`${button.label}\n${button.url}`] : []),
    '--',
    ...footnotes,
    ...(unsubscribe ? [`${unsubscribe.label}\n${unsubscribe.url}`] : []),
    productName,
  ].join('\n\n');

  const bar = (colour: string, width: string) =>
    `<td style="background:${colour};width:${width};height:6px;font-size:0;line-height:0">&nbsp;</td>`;
  const line = (style: string) => (paragraph: MailContent['paragraphs'][number]) =>
    `<p style="margin:0 0 16px;${style}">${
      typeof paragraph === 'string'
        ? inHtml(paragraph)
        : `<strong>${inHtml(paragraph.title)}</strong><br>${inHtml(paragraph.text)}`
    }</p>`;
  const html = `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f6f7f3;color:#161c18;font-family:-apple-system,'Apple SD Gothic Neo','Noto Sans KR','Malgun Gothic',sans-serif;word-break:keep-all;overflow-wrap:anywhere">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;table-layout:fixed;background:#fff;border-radius:16px;overflow:hidden">
<tr><td><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${bar('#0a7a4e', '17%')}${bar('#ff6699', '33%')}${bar('#4dd0e1', '17%')}${bar('#ffd24a', '10%')}${bar('#161c18', '23%')}</tr></table></td></tr>
<tr><td style="padding:28px 28px 12px">
<p style="margin:0 0 20px;font-size:20px;font-weight:700;letter-spacing:-.03em;color:#0a7a4e">${escapeHtml(productName)}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;letter-spacing:-.025em">${escapeHtml(heading)}</h1>
${paragraphs.map(line('font-size:16px;line-height:26px')).join('\n')}
${button ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:14px 24px;background:#0a7a4e;color:#fff;font-weight:700;font-size:16px;line-height:22px;text-decoration:none;border-radius:12px">${escapeHtml(button.label)}</a></p>\n<p style="margin:0 0 16px;font-size:13px;line-height:18px;color:#525b53;overflow-wrap:anywhere">${escapeHtml(button.url)}</p>` : ''}
</td></tr>
<tr><td style="padding:16px 28px 24px;border-top:2px dashed #b5bcb0">
${footnotes.map(line('font-size:13px;line-height:20px;color:#525b53')).join('\n')}
${unsubscribe ? `<p style="margin:0 0 16px;font-size:13px;line-height:20px"><a href="${escapeHtml(unsubscribe.url)}" style="display:inline-block;padding:8px 0;color:#525b53">${escapeHtml(unsubscribe.label)}</a></p>` : ''}
</td></tr></table></td></tr></table></body></html>
`;
  return { text: `${text}\n`, html };
}

/** Matches a letter, a closing quotation mark and the particle after it. */
const QUOTED_END = /([^\s‘’]’[가-힣]+)/;

/**
 * Escapes a text for HTML. Prevents the line break that browsers allow between a closing quotation mark and the
 * particle after it.
 */
const inHtml = (text: string): string =>
  text
    .split(QUOTED_END)
    .map((part, at) => {
      const escaped = escapeHtml(part).replaceAll('\n', '<br>');
      return at % 2 === 1 ? `<span style="white-space:nowrap">${escaped}</span>` : escaped;
    })
    .join('');
