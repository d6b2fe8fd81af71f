import { m } from '#messages';
import { type PolicyDocument, where } from './document.ts';

/**
 * The privacy policy. It describes the stored data (server/database/migrations), the purge jobs and the recipients in
 * the settings. If one of these changes, the policy must be updated too.
 */
export const privacyPolicy: PolicyDocument = {
  title: m.shell_privacy,
  lead: m.privacy_lead,
  heading: 'numbered',
  version: '1.10',
  inForceFrom: '2026-12-29',
  sections: [
    {
      id: 'items',
      title: m.privacy_items,
      body: [
        m.privacy_intro,
        m.privacy_items_basis,
        [
          m.privacy_items_account,
          where('signsInWithGoogle', m.privacy_items_google),
          where('signsInWithKakao', m.privacy_items_kakao),
          where('signsInWithNaver', m.privacy_items_naver),
          m.privacy_items_security,
          m.privacy_items_list,
          m.privacy_items_journal,
          m.privacy_items_reviews,
          m.privacy_items_collections,
          m.privacy_items_votes,
          m.privacy_items_following,
          m.privacy_items_notifications,
          m.privacy_items_sharing,
          m.privacy_items_transfer,
          where('connectsAssistants', m.privacy_items_assistants),
          m.privacy_items_payment,
          m.privacy_items_leaving,
          m.privacy_items_support,
          m.privacy_items_logs,
        ],
      ],
    },
    {
      id: 'kept',
      title: m.privacy_kept,
      body: [
        [
          m.privacy_kept_account,
          m.privacy_kept_deleted,
          m.privacy_kept_photos,
          m.privacy_kept_imports,
          m.privacy_kept_archives,
          where('connectsAssistants', m.privacy_kept_assistants),
          m.privacy_kept_sessions,
          m.privacy_kept_links,
          m.privacy_kept_attempts,
          m.privacy_kept_mails,
          m.privacy_kept_consents,
          m.privacy_kept_notifications,
          m.privacy_kept_votes,
          m.privacy_kept_answers,
          m.privacy_kept_logs,
          m.privacy_kept_payments,
          m.privacy_kept_complaints,
        ],
      ],
    },
    {
      id: 'destroyed',
      title: m.privacy_destroyed,
      body: [m.privacy_destroyed_how, m.privacy_destroyed_stays],
    },
    {
      id: 'provided',
      title: m.privacy_provided,
      body: [
        m.privacy_provided_none,
        m.privacy_provided_chosen,
        where('readsLists', m.privacy_provided_lists),
        [
          where('readsNaverLists', m.privacy_provided_naver_lists),
          where('readsKakaoLists', m.privacy_provided_kakao_lists),
          where('readsGoogleLists', m.privacy_provided_google_lists),
        ],
        where('readsPages', m.privacy_provided_pages),
        where('connectsAssistants', m.privacy_provided_assistants),
      ],
    },
    {
      id: 'processors',
      title: m.privacy_processors,
      body: [
        m.privacy_processors_text,
        [
          m.privacy_processors_hosting,
          where('takesPayments', m.privacy_processors_portone),
          where('sendsMail', m.privacy_processors_mail),
          where('keepsPhotosAtAmazon', m.privacy_processors_amazon),
          where('keepsPhotosElsewhere', m.privacy_processors_storage),
          where('welcomesByFunction', m.privacy_processors_welcome),
        ],
      ],
    },
    {
      id: 'abroad',
      title: m.privacy_abroad,
      body: [
        where('sendsNothingAbroad', m.privacy_abroad_none),
        where('sendsAbroad', m.privacy_abroad_text),
        [
          m.privacy_abroad_push,
          where('signsInWithGoogle', m.privacy_abroad_google_sign_in),
          where('asksGoogle', m.privacy_abroad_google_places),
          where('readsGoogleLists', m.privacy_abroad_google_lists),
          where('drawsGoogleMaps', m.privacy_abroad_google_map),
          where('fetchesTiles', m.privacy_abroad_tiles),
          where('welcomesByFunction', m.privacy_abroad_welcome),
        ],
        m.privacy_abroad_officer,
      ],
    },
    {
      id: 'location',
      title: m.privacy_location,
      body: [
        m.privacy_location_browser,
        m.privacy_location_request,
        where('asksKakao', m.privacy_location_kakao),
        where('asksNaver', m.privacy_location_naver),
        where('drawsKakaoMaps', m.privacy_location_kakao_map),
      ],
    },
    { id: 'photos', title: m.privacy_photos, body: [m.privacy_photos_text, m.privacy_photos_seen] },
    {
      id: 'cookies',
      title: m.privacy_cookies,
      body: [
        m.privacy_cookies_text,
        [
          m.privacy_cookies_session,
          m.privacy_cookies_trip,
          m.privacy_cookies_choices,
          m.privacy_cookies_device,
          m.privacy_cookies_drafts,
          m.privacy_cookies_offline,
          where('drawsGoogleMaps', m.privacy_cookies_google),
          where('drawsKakaoMaps', m.privacy_cookies_kakao),
          where('sharesToKakaoTalk', m.privacy_cookies_kakao_talk),
        ],
      ],
    },
    {
      id: 'rights',
      title: m.privacy_rights,
      body: [m.privacy_rights_text, m.privacy_rights_where, m.privacy_rights_agent],
    },
    { id: 'children', title: m.privacy_children, body: [m.privacy_children_text] },
    {
      id: 'safety',
      title: m.privacy_safety,
      body: [[m.privacy_safety_access, m.privacy_safety_secrets, m.privacy_safety_guessing]],
    },
    { id: 'officer', title: m.privacy_officer, body: [m.privacy_officer_text] },
    { id: 'remedies', title: m.privacy_remedies, body: [m.privacy_remedies_text] },
    { id: 'changes', title: m.privacy_changes, body: [m.privacy_changes_text] },
  ],
};
