import { storeSharedPictures } from '../documents/shared-pictures.ts';
import { withinLimits } from '../documents/shared-pictures-limit.ts';

const TARGET = '/app/add';

/**
 * Whether a request is the form that the browser sends if another app shares something (`share_target` in the
 * manifest).
 */
export const isShare = (request: Request, { origin, pathname }: URL): boolean =>
  request.method === 'POST' && origin === location.origin && pathname === TARGET;

/**
 * Stores shared pictures for the add screen, and opens this screen with the shared text. Nothing is sent to the server.
 */
export async function answerShare(request: Request): Promise<Response> {
  const search = new URLSearchParams();
  try {
    const form = await request.formData();
    for (const name of ['title', 'text', 'url']) {
      const value = form.get(name);
      if (typeof value === 'string' && value !== '') search.set(name, value);
    }
    const files = form.getAll('pictures').filter((each) => each instanceof File && 0 < each.size) as File[];
    const { taken, left } = withinLimits(files);
    if (left > 0) search.set('left', String(left));
    if (taken.length > 0) {
      await storeSharedPictures(taken);
      search.set('shared', 'pictures');
    }
  } catch {
    search.set('shared', 'lost');
  }
  return Response.redirect(`${TARGET}?${search}`, 303);
}
