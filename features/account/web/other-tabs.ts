/** Message between tabs of one browser: who is signed in now. */
export type AccountNews = { uid: string | null };

const CHANNEL = 'momokzi.account';

/** Notifies the other tabs of this browser. */
export function tellOtherTabs(news: AccountNews): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(news);
  channel.close();
}

/** @returns a function that unsubscribes */
export function listenToOtherTabs(listener: (news: AccountNews) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<AccountNews>) => listener(data);
  return () => channel.close();
}
