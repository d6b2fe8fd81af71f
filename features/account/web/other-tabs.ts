/** What tabs of one browser tell each other: who is signed in now. */
export type AccountNews = { uid: string | null };

const CHANNEL = 'momokzi.account';

/** Tells the other tabs of this browser, not this one. */
export function tellOtherTabs(news: AccountNews): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(news);
  channel.close();
}

/** @returns what ends the listening */
export function listenToOtherTabs(listener: (news: AccountNews) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<AccountNews>) => listener(data);
  return () => channel.close();
}
