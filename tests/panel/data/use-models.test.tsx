// @document
import 'fake-indexeddb/auto';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { ModelListProvider, WithModelList } from '@/src/panel/data/model-list-provider';
import { sendCommand } from '@/src/panel/data/send-command';
import { holdQueries, releaseQueries } from '@/src/panel/data/stored-data';
import { useModels } from '@/src/panel/data/use-models';
import { stubCommands } from '../stub-commands';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const requests = () => vi.mocked(sendCommand).mock.calls.length;
const unreachable = () =>
  Promise.reject(new StewardError('network', 'It can’t be reached.', { remedy: 'See whether it runs.' }));

function List({ answeredAtMs }: { answeredAtMs: number | null }) {
  return <p>{useModels('c', answeredAtMs).modelList.state}</p>;
}

const show = (answeredAtMs: number | null) =>
  act(async () => rendering.render(<List answeredAtMs={answeredAtMs} />));
const state = () => rendering.shown.getByRole('paragraph').textContent;

it('a list that arrives renders only what shows it', async () => {
  stubCommands();
  vi.mocked(sendCommand).mockResolvedValue({ models: [] });
  const rendered = vi.fn();
  function Other() {
    rendered();
    return null;
  }
  await act(async () =>
    rendering.render(
      <ModelListProvider connectionId="c" answeredAtMs={null}>
        <Other />
        <WithModelList>{({ modelList }) => <p>{modelList.state}</p>}</WithModelList>
      </ModelListProvider>,
    ),
  );
  expect(state()).toBe('loaded');
  expect(rendered).toHaveBeenCalledOnce();
});

it('a list that begins to load is rendered once', async () => {
  stubCommands();
  // Nothing else is rendered while queries are held.
  holdQueries();
  const rendered = vi.fn();
  function Counted() {
    rendered(useModels('c', null).modelList.state);
    return null;
  }
  await act(async () => rendering.render(<Counted />));
  expect(rendered.mock.calls).toEqual([['loading']]);
  releaseQueries();
});

describe('a list of models that could not be loaded', () => {
  beforeEach(async () => {
    stubCommands();
    vi.mocked(sendCommand).mockImplementation(unreachable);
    await show(Date.now() - 60_000);
    expect(state()).toBe('failed');
    expect(requests()).toBe(1);
  });

  it('is loaded again after the endpoint has answered', async () => {
    vi.mocked(sendCommand).mockResolvedValue({ models: [] });
    await show(Date.now() + 1);
    expect(state()).toBe('loaded');
    await show(Date.now() + 1_000);
    expect(requests()).toBe(2);
  });

  it.each([
    ['an earlier answer of another chat', Date.now() - 120_000],
    ['no answer', null],
  ])('is not loaded again for %s', async (_, answeredAtMs) => {
    await show(answeredAtMs);
    expect(requests()).toBe(1);
  });

  it('is loaded once for each answer if it fails again', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 });
    await show(Date.now() - 1_000);
    expect(requests()).toBe(2);
    expect(state()).toBe('failed');
    vi.useRealTimers();
  });
});
