import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { Page } from '#web/shell/Page.tsx';
import { AddForm } from './add/AddForm.tsx';

/** Finds a place, or enters one by hand, and adds it to my list. */
export function AddRestaurantPage() {
  const me = useMe();
  return <Page title={m.restaurants_add_title()}>{me && <AddForm key={me.uid} uid={me.uid} />}</Page>;
}
