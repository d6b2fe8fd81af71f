import { m } from '#messages';
import { formatDate, KOREA } from '#common/dates.ts';
import { formatNumber } from '#common/numbers.ts';
import type { Settings } from '#server/config.ts';
import type { Locale } from '#server/http/locale.ts';
import type { MailMessage } from '#server/mail/mail.ts';
import { FREE_RESTAURANT_LIMIT } from '../membership.rules.ts';
import { type ExpiryNotice, refundableUntil } from '../payments.rules.ts';
import type { StoredPayment } from './payments.sql.ts';

type Recipient = { address: string; locale: Locale };
type Site = Pick<Settings, 'BASE_URL'>;

/**
 * The confirmation of the contract (전자상거래법 13조②). It states the product, the price, the period, and how to get a
 * refund.
 */
export function paidMail(
  { BASE_URL }: Site,
  { address, locale, payment }: Recipient & { payment: StoredPayment },
): MailMessage {
  const inLanguage = { locale };
  const { paymentId, orderName, amount, paidAt, periodFrom, periodTo } = payment;
  return {
    kind: 'membership.paid',
    address,
    locale,
    dedupeKey: `membership.paid:${paymentId}`,
    content: {
      subject: m.mail_paid_subject({}, inLanguage),
      paragraphs: [
        m.mail_paid_text({}, inLanguage),
        [
          m.mail_paid_order({ order: orderName }, inLanguage),
          m.mail_paid_amount({ amount: won(amount, locale) }, inLanguage),
          m.mail_paid_period({ from: day(periodFrom, locale), to: day(periodTo, locale) }, inLanguage),
          m.mail_paid_number({ number: paymentId }, inLanguage),
        ].join('\n'),
        m.mail_paid_no_renewal({}, inLanguage),
      ],
      button: toHistory({ BASE_URL, locale }),
      footnotes: [
        ...(paidAt
          ? [
              m.mail_paid_refund(
                { day: day(new Date(refundableUntil(paidAt.getTime())), locale) },
                inLanguage,
              ),
            ]
          : []),
        ...(payment.isTest ? [m.mail_paid_test({}, inLanguage)] : []),
      ],
    },
  };
}

/**
 * The mail about a refund.
 * @param amount of this refund; `cancelledAmount` is the total of all refunds
 * @param end of the membership; if it is null or past, the membership has ended
 */
export function refundedMail(
  { BASE_URL }: Site,
  {
    address,
    locale,
    paymentId,
    amount,
    cancelledAmount,
    end,
    now,
  }: Recipient & { paymentId: string; amount: number; cancelledAmount: number; end: Date | null; now: Date },
): MailMessage {
  const inLanguage = { locale };
  const hasEnded = end === null || end <= now;
  return {
    kind: 'membership.refunded',
    address,
    locale,
    dedupeKey: `membership.refunded:${paymentId}:${cancelledAmount}`,
    content: {
      subject: m.mail_refunded_subject({}, inLanguage),
      paragraphs: [
        m.mail_refunded_text({ amount: won(amount, locale) }, inLanguage),
        hasEnded
          ? m.mail_refunded_over({}, inLanguage)
          : m.mail_refunded_until({ day: day(end, locale) }, inLanguage),
      ],
      button: toHistory({ BASE_URL, locale }),
      footnotes: [m.mail_paid_number({ number: paymentId }, inLanguage)],
    },
  };
}

/** The mail about the end of a membership. This mail is not an advertisement. */
export function endMail(
  { BASE_URL }: Site,
  { address, locale, notice, endsAt }: Recipient & { notice: ExpiryNotice; endsAt: Date },
): MailMessage {
  const inLanguage = { locale };
  const on = { day: day(endsAt, locale) };
  const hasEnded = notice === 'ended';
  return {
    kind: 'membership.end',
    address,
    locale,
    content: {
      subject: hasEnded ? m.mail_ended_subject({}, inLanguage) : m.mail_ending_subject(on, inLanguage),
      paragraphs: [
        hasEnded ? m.mail_ended_text(on, inLanguage) : m.mail_ending_text(on, inLanguage),
        m.mail_ending_what_stays({ limit: FREE_RESTAURANT_LIMIT }, inLanguage),
      ],
      button: toHistory({ BASE_URL, locale }),
      footnotes: [m.mail_ending_why({}, inLanguage)],
    },
  };
}

const toHistory = ({ BASE_URL, locale }: Site & { locale: Locale }) => ({
  label: m.mail_payment_history_button({}, { locale }),
  url: `${BASE_URL}/app/payment-history`,
});

const day = (date: Date | null, locale: Locale): string =>
  date === null ? '' : formatDate(date, { zone: KOREA, language: locale });

const won = (amount: number, locale: Locale): string =>
  m.payment_won({ amount: formatNumber(amount, locale) }, { locale });
