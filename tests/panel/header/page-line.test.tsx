// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { PageLineView } from '@/src/panel/header/page-line';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

it.each([
  ['a side panel', false, 'choose “Try again”', ['Use the page in front…', 'Try again']],
  ['a detached panel, with no page in front', true, 'toolbar button there', ['Try again']],
] as const)('the line of a closed page in %s says what can be done there', (_, isDetached, remedy, names) => {
  rendering.render(
    <PageLineView
      page={{ state: 'gone' }}
      place={null}
      hasChat={true}
      isLost={false}
      isDetached={isDetached}
      onShowPage={() => undefined}
      onRebind={() => undefined}
      onRetry={() => undefined}
      perform={async () => true}
    />,
  );
  expect(rendering.place.textContent).toContain(remedy);
  expect(rendering.buttonNames()).toEqual(names);
});
