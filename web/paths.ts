/**
 * Every address of the product. Parameters stand as `$name`; give them to the router's `params`.
 * @example <Link to={paths.restaurant} params={{ restaurantId }}>
 */
export const paths = {
  landing: '/',
  login: '/login',
  signUp: '/signup',
  passwordReset: '/password-reset',
  verifyEmail: '/verify-email',
  publicFaq: '/faq',
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  refunds: '/refund-policy',
  sharedList: '/shared/$shareId',
  sharedJournal: '/shared-momokzi-journal/$journalId',
  home: '/app',
  addRestaurant: '/app/add',
  editRestaurant: '/app/edit/$restaurantId',
  restaurant: '/app/restaurant/$restaurantId',
  restaurantReviews: '/app/restaurant/$restaurantId/reviews',
  settings: '/app/settings',
  upgrade: '/app/upgrade',
  shareMyList: '/app/share-my-list',
  journal: '/app/momokzi-journal',
  payment: '/app/payment',
  paymentHistory: '/app/payment-history',
  deleteAccount: '/app/user-deletion-request',
  about: '/app/about',
  faq: '/app/faq',
} as const;
