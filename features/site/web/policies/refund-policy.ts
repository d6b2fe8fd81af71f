import { m } from '#messages';
import type { PolicyDocument } from './document.ts';

/** The refund policy. It must agree with features/membership/payments.rules.ts. */
export const refundPolicy: PolicyDocument = {
  title: m.shell_refunds,
  lead: m.refund_lead,
  heading: 'numbered',
  version: '1.1',
  inForceFrom: '2026-12-07',
  sections: [
    {
      id: 'what',
      title: m.refund_what,
      body: [m.refund_what_membership, m.refund_what_once, m.refund_what_trial],
    },
    {
      id: 'withdrawal',
      title: m.refund_withdrawal,
      body: [
        m.refund_withdrawal_when,
        m.refund_withdrawal_used,
        [m.refund_used_places, m.refund_used_shares, m.refund_used_photos],
        m.refund_withdrawal_next,
      ],
    },
    { id: 'how', title: m.refund_how, body: [m.refund_how_self, m.refund_how_mail] },
    {
      id: 'paid-back',
      title: m.refund_paid_back,
      body: [
        m.refund_paid_back_how,
        m.refund_paid_back_when,
        m.refund_paid_back_late,
        m.refund_paid_back_membership,
      ],
    },
    {
      id: 'later',
      title: m.refund_later,
      body: [m.refund_later_text, m.refund_later_fault, m.refund_later_long, m.refund_later_ask],
    },
    { id: 'wrong', title: m.refund_wrong, body: [m.refund_wrong_double, m.refund_wrong_minor] },
    { id: 'leaving', title: m.refund_leaving, body: [m.refund_leaving_text] },
    { id: 'disputes', title: m.refund_disputes, body: [m.refund_disputes_text] },
  ],
};
