import type { ProviderId } from '#features/account/providers/providers.contract.ts';

/** Screen readers skip the logo, because the provider's name is beside it. */
export function ProviderMark({ provider }: { provider: ProviderId }) {
  const Mark = MARKS[provider];
  return <Mark />;
}

const MARKS = { google: GoogleMark, kakao: KakaoMark, naver: NaverMark } as const;

/** The logo consists of four arcs of a ring, and the bar of the G. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" fill="none" strokeWidth="3.6">
      <path d="M15.3 4.7A7.4 7.4 0 0 0 3.5 6.6" stroke="#ea4335" />
      <path d="M3.5 6.6a7.4 7.4 0 0 0 0 6.8" stroke="#fbbc05" />
      <path d="M3.5 13.4a7.4 7.4 0 0 0 11.3 2.4" stroke="#34a853" />
      <path d="M14.8 15.8A7.4 7.4 0 0 0 17.4 10H10" stroke="#4285f4" />
    </svg>
  );
}

function KakaoMark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" fill="#191600">
      <path d="M10 2.5c-4.7 0-8.5 3-8.5 6.7 0 2.4 1.6 4.5 4 5.7l-.8 3c-.1.3.2.5.4.3l3.6-2.4 1.3.1c4.7 0 8.5-3 8.5-6.7S14.7 2.5 10 2.5z" />
    </svg>
  );
}

function NaverMark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" fill="#fff">
      <path d="M12.3 10.7 7.5 3.8H3.5v12.400h4.200V9.300l4.800 6.900h4V3.800h-4.200z" />
    </svg>
  );
}
