import { m } from '#messages';
import { type PolicyDocument, where } from './document.ts';

export const termsOfService: PolicyDocument = {
  title: m.shell_terms,
  lead: m.terms_lead,
  heading: 'article',
  version: '1.4',
  inForceFrom: '2026-12-07',
  sections: [
    { id: 'purpose', title: m.terms_purpose, body: [m.terms_purpose_text] },
    {
      id: 'words',
      title: m.terms_words,
      body: [
        [
          m.terms_words_member,
          m.terms_words_list,
          m.terms_words_provided,
          m.terms_words_posts,
          m.terms_words_link,
        ],
      ],
    },
    {
      id: 'changes',
      title: m.terms_changes,
      body: [m.terms_changes_shown, m.terms_changes_notice, m.terms_changes_consent],
    },
    {
      id: 'joining',
      title: m.terms_joining,
      body: [m.terms_joining_how, m.terms_joining_age, m.terms_joining_refused],
    },
    {
      id: 'account',
      title: m.terms_account,
      body: [m.terms_account_secret, m.terms_account_stolen, m.terms_account_email],
    },
    {
      id: 'service',
      title: m.terms_service,
      body: [m.terms_service_all, m.terms_service_free, m.terms_service_paid, m.terms_service_together],
    },
    {
      id: 'provided',
      title: m.terms_provided,
      body: [
        where('freeSeeProvided', m.terms_provided_days),
        where('freeSeeNoneProvided', m.terms_provided_none),
        m.terms_provided_change,
      ],
    },
    {
      id: 'paid',
      title: m.terms_paid,
      body: [m.terms_paid_price, m.terms_paid_once, m.terms_paid_over, m.terms_paid_minor],
    },
    { id: 'refund', title: m.terms_refund, body: [m.terms_refund_text] },
    {
      id: 'posts',
      title: m.terms_posts,
      body: [m.terms_posts_owner, m.terms_posts_licence, m.terms_posts_visibility, m.terms_posts_rights],
    },
    {
      id: 'moderation',
      title: m.terms_moderation,
      body: [
        where('reviewsShowAtOnce', m.terms_moderation_post),
        where('reviewsShowOnceChecked', m.terms_moderation_pre),
        m.terms_moderation_report,
        m.terms_moderation_appeal,
      ],
    },
    { id: 'sharing', title: m.terms_sharing, body: [m.terms_sharing_who, m.terms_sharing_end] },
    { id: 'tokens', title: m.terms_tokens, body: [m.terms_tokens_text] },
    {
      id: 'maps',
      title: m.terms_maps,
      body: [
        m.terms_maps_text,
        m.terms_maps_lists,
        where('usesGoogleMaps', m.terms_maps_google),
        where('usesKakaoMaps', m.terms_maps_kakao),
      ],
    },
    {
      id: 'forbidden',
      title: m.terms_forbidden,
      body: [
        [
          m.terms_forbidden_false,
          m.terms_forbidden_rights,
          m.terms_forbidden_break,
          m.terms_forbidden_collect,
          m.terms_forbidden_law,
        ],
      ],
    },
    { id: 'limits', title: m.terms_limits, body: [m.terms_limits_text, m.terms_limits_appeal] },
    {
      id: 'interruption',
      title: m.terms_interruption,
      body: [m.terms_interruption_repair, m.terms_interruption_end],
    },
    {
      id: 'leaving',
      title: m.terms_leaving,
      body: [m.terms_leaving_how, m.terms_leaving_gone, m.terms_leaving_paid],
    },
    { id: 'privacy', title: m.terms_privacy, body: [m.terms_privacy_text] },
    {
      id: 'liability',
      title: m.terms_liability,
      body: [m.terms_liability_company, m.terms_liability_outside, m.terms_liability_places],
    },
    { id: 'disputes', title: m.terms_disputes, body: [m.terms_disputes_first, m.terms_disputes_law] },
  ],
};
