import { expect, it } from 'vitest';
import { DETACHED_PLACES, detachedSearch, readDetached } from '@/src/messages/detached-panel';

it.each(DETACHED_PLACES)(
  'the address of a panel in a %s names its chat, whatever its id contains',
  (place) => {
    const panel = { chatId: 'a&place=tab#ü', place };
    expect(readDetached(detachedSearch(panel))).toEqual(panel);
  },
);

it.each(['', '?chat=c', '?place=window', '?place=moon&chat=c', '?place=tab&chat='])(
  'a panel at “%s” is not detached',
  (search) => {
    expect(readDetached(search)).toBeNull();
  },
);
