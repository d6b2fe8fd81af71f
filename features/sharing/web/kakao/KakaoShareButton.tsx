import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { m } from '#messages';
import type { KakaoShare } from '#features/site/site.contract.ts';
import { useKakaoShareService } from '#features/site/web/site.public.ts';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { loadKakaoShare } from './load-kakao-share.ts';

type SharedCard = {
  /** An absolute URL. `imageUrl` is absolute too. */
  url: string;
  title: string;
  description: string;
  imageUrl: string;
  /** The label of the button below the card. */
  buttonTitle: string;
};

/** A button that shares a card with KakaoTalk. If no Kakao key is configured, the button is not rendered. */
export function KakaoShareButton({ label, card }: { label: string; card: SharedCard }) {
  const service = useKakaoShareService();
  return service && <Send service={service} label={label} card={card} />;
}

function Send({ service, label, card }: { service: KakaoShare; label: string; card: SharedCard }) {
  // The SDK is loaded before the press. A phone opens the app only if the click handler calls the SDK without waiting.
  const { data: share, refetch } = useQuery({
    queryKey: ['kakao-share', service],
    queryFn: () => loadKakaoShare(service),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const send = () => {
    if (!share) {
      void refetch();
      return showToast(m.sharing_kakao_failed(), { kind: 'alert' });
    }
    const { url, title, description, imageUrl, buttonTitle } = card;
    const link = { mobileWebUrl: url, webUrl: url };
    try {
      share.sendDefault({
        objectType: 'feed',
        content: { title, description, imageUrl, link },
        buttons: [{ title: buttonTitle, link }],
      });
    } catch {
      // The SDK of Kakao throws if the key does not belong to this domain.
      showToast(m.sharing_kakao_failed(), { kind: 'alert' });
    }
  };
  return (
    <Button look="secondary" size="small" aria-label={label} onClick={send}>
      <MessageCircle aria-hidden="true" />
      {m.sharing_kakao()}
    </Button>
  );
}
