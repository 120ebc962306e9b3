// @document
import { describe, expect, it } from 'vitest';
import { textRanges } from '@/src/panel/conversation/find/reveal';

function element(html: string): HTMLElement {
  const place = document.createElement('div');
  place.innerHTML = html;
  return place;
}

describe('the places where an element shows a text', () => {
  it.each([
    ['in one element', '<p>Hide models, HIDE rules</p>', 'hide', ['Hide', 'HIDE']],
    ['across elements of a line', '<p>I <strong>hi</strong>de it</p>', 'hide', ['hide']],
    ['not across blocks', '<p>hi</p><p>de</p>', 'hide', []],
    [
      'not in buttons and hidden words',
      '<button>hide</button><span class="visually-hidden">hide</span>',
      'hide',
      [],
    ],
    ['not in an offer', '<p>hide</p><section class="saved-offer">hide</section>', 'hide', ['hide']],
    ['in folded parts', '<details><summary>a</summary><p>hide</p></details>', 'hide', ['hide']],
  ])('%s', (_, html, query, texts) => {
    expect(textRanges(element(html), query).map(String)).toEqual(texts);
  });
});
