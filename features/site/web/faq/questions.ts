import { m } from '#messages';
import type { Line, Message } from '../policies/document.ts';
import type { FaqValues } from '../policies/site-values.ts';

export type Question = {
  /** The anchor in the URL. It must not change, because other sites link to it. */
  id: string;
  question: Message<FaqValues>;
  answer: readonly Line<FaqValues>[];
};

export const faqGroups: readonly {
  id: string;
  title: Message<FaqValues>;
  questions: readonly Question[];
}[] = [
  {
    id: 'start',
    title: m.faq_group_start,
    questions: [
      { id: 'what', question: m.faq_what, answer: [m.faq_what_answer] },
      { id: 'free', question: m.faq_free, answer: [m.faq_free_answer] },
      { id: 'join', question: m.faq_join, answer: [m.faq_join_answer] },
      { id: 'age', question: m.faq_age, answer: [m.faq_age_answer] },
      { id: 'install', question: m.faq_install, answer: [m.faq_install_answer] },
      { id: 'language', question: m.faq_language, answer: [m.faq_language_answer] },
    ],
  },
  {
    id: 'list',
    title: m.faq_group_list,
    questions: [
      { id: 'search', question: m.faq_search, answer: [m.faq_search_answer] },
      { id: 'not-found', question: m.faq_not_found, answer: [m.faq_not_found_answer] },
      { id: 'bring', question: m.faq_bring, answer: [m.faq_bring_answer] },
      { id: 'twice', question: m.faq_twice, answer: [m.faq_twice_answer] },
      { id: 'collections', question: m.faq_collections, answer: [m.faq_collections_answer] },
      { id: 'together', question: m.faq_together, answer: [m.faq_together_answer] },
      { id: 'leave-collections', question: m.faq_leave_collection, answer: [m.faq_leave_collection_answer] },
      {
        id: 'who-sees-collections',
        question: m.faq_who_sees_collection,
        answer: [m.faq_who_sees_collection_answer],
      },
      { id: 'vote', question: m.faq_vote, answer: [m.faq_vote_answer] },
      { id: 'who-sees-votes', question: m.faq_who_sees_vote, answer: [m.faq_who_sees_vote_answer] },
      { id: 'counting', question: m.faq_counting, answer: [m.faq_counting_answer] },
      { id: 'undo', question: m.faq_undo, answer: [m.faq_undo_answer] },
      { id: 'closed', question: m.faq_closed, answer: [m.faq_closed_answer] },
      {
        id: 'facts',
        question: m.faq_facts,
        answer: [
          { condition: 'asksNobody', text: m.faq_facts_own },
          { condition: 'asksGoogle', text: m.faq_facts_google },
          { condition: 'asksKakao', text: m.faq_facts_kakao },
        ],
      },
    ],
  },
  {
    id: 'map',
    title: m.faq_group_map,
    questions: [
      { id: 'location', question: m.faq_location, answer: [m.faq_location_answer] },
      { id: 'no-map', question: m.faq_no_map, answer: [m.faq_no_map_answer] },
      { id: 'directions', question: m.faq_map_apps, answer: [m.faq_map_apps_answer] },
    ],
  },
  {
    id: 'provided-places',
    title: m.faq_group_provided,
    questions: [
      { id: 'provided', question: m.faq_provided, answer: [m.faq_provided_answer] },
      { id: 'follow', question: m.faq_follow, answer: [m.faq_follow_answer] },
      { id: 'news-mails', question: m.faq_news_mails, answer: [m.faq_news_mails_answer] },
      {
        id: 'provided-days',
        question: m.faq_provided_days,
        answer: [
          { condition: 'freeSeeProvided', text: m.faq_provided_days_some },
          { condition: 'freeSeeNoneProvided', text: m.faq_provided_days_none },
          m.faq_provided_days_kept,
        ],
      },
    ],
  },
  {
    id: 'reviews',
    title: m.faq_group_reviews,
    questions: [
      { id: 'who-sees', question: m.faq_who_sees, answer: [m.faq_who_sees_answer] },
      { id: 'hidden', question: m.faq_hidden, answer: [m.faq_hidden_answer] },
      { id: 'report', question: m.faq_report, answer: [m.faq_report_answer] },
      { id: 'journal-photos', question: m.faq_journal_photos, answer: [m.faq_journal_photos_answer] },
      { id: 'photo-traces', question: m.faq_photo_traces, answer: [m.faq_photo_traces_answer] },
    ],
  },
  {
    id: 'sharing',
    title: m.faq_group_sharing,
    questions: [
      { id: 'share-list', question: m.faq_share_list, answer: [m.faq_share_list_answer] },
      { id: 'share-visitor', question: m.faq_share_visitor, answer: [m.faq_share_visitor_answer] },
      { id: 'share-stop', question: m.faq_share_stop, answer: [m.faq_share_stop_answer] },
    ],
  },
  {
    id: 'paid',
    title: m.faq_group_paid,
    questions: [
      { id: 'price', question: m.faq_price, answer: [m.faq_price_answer] },
      { id: 'renewal', question: m.faq_renewal, answer: [m.faq_renewal_answer] },
      { id: 'refund', question: m.faq_refund, answer: [m.faq_refund_answer] },
      { id: 'lapsed', question: m.faq_lapsed, answer: [m.faq_lapsed_answer] },
      { id: 'receipt', question: m.faq_receipt, answer: [m.faq_receipt_answer] },
    ],
  },
  {
    id: 'account',
    title: m.faq_group_account,
    questions: [
      { id: 'forgot', question: m.faq_forgot, answer: [m.faq_forgot_answer] },
      { id: 'lost-phone', question: m.faq_lost_phone, answer: [m.faq_lost_phone_answer] },
      { id: 'devices', question: m.faq_devices, answer: [m.faq_devices_answer] },
      { id: 'leave', question: m.faq_leave, answer: [m.faq_leave_answer, m.faq_leave_kept] },
      { id: 'take-along', question: m.faq_take_along, answer: [m.faq_take_along_answer] },
      { id: 'tokens', question: m.faq_tokens, answer: [m.faq_tokens_answer] },
      { id: 'contact', question: m.faq_contact, answer: [m.faq_contact_answer] },
    ],
  },
];
