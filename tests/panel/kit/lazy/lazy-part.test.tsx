// @document
import { act, Component, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { lazyComponent, lazyPart } from '@/src/panel/kit/lazy/lazy-part';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const greetings = () => rendering.shown.getAllByRole('paragraph').map(({ textContent }) => textContent);
const settled = () => act(async () => {});

class Boundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null };
  static getDerivedStateFromError = (error: Error) => ({ message: error.message });
  override render = () => this.state.message ?? this.props.children;
}

it('renders nothing until its code is there, which is loaded once', async () => {
  const load = vi.fn(async () => Greeting);
  const Lazy = lazyComponent(load);
  rendering.render(
    <>
      <Lazy name="Ann" />
      <Lazy name="Bob" />
    </>,
  );
  expect(rendering.place.textContent).toBe('');
  await settled();
  expect(greetings()).toEqual(['Hello Ann', 'Hello Bob']);
  expect(load).toHaveBeenCalledTimes(1);
});

it('is there at once if it was preloaded', async () => {
  const Lazy = lazyComponent(async () => Greeting);
  await Lazy.load();
  rendering.render(<Lazy name="Ann" />);
  expect(greetings()).toEqual(['Hello Ann']);
});

it('gives an error to the nearest boundary, and is loaded again the next time', async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>();
  load.mockRejectedValueOnce(new Error('The chunk is gone.')).mockResolvedValue(Greeting);
  const Lazy = lazyComponent(load);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  rendering.render(
    <Boundary key="first">
      <Lazy name="Ann" />
    </Boundary>,
  );
  await settled();
  expect(rendering.shown.getByText('The chunk is gone.')).toBeDefined();
  rendering.render(
    <Boundary key="second">
      <Lazy name="Ann" />
    </Boundary>,
  );
  await settled();
  expect(greetings()).toEqual(['Hello Ann']);
  vi.restoreAllMocks();
});

it('rejects never when it is loaded ahead of need', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const error = new Error('No.');
  const Lazy = lazyComponent(() => Promise.reject(error));
  await expect(Lazy.load()).resolves.toEqual({ error });
  vi.restoreAllMocks();
});

describe('a part', () => {
  it('is loaded once, and notifies its listeners', async () => {
    const request = vi.fn(async () => Greeting);
    const part = lazyPart(request);
    const listener = vi.fn();
    const unsubscribe = part.subscribe(listener);
    void part.load();
    expect(part.get()).toBeNull();
    await expect(part.load()).resolves.toBeNull();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(part.get()).toBe(Greeting);
    expect(request).toHaveBeenCalledTimes(1);
    unsubscribe();
  });

  it('can be loaded again after a failure, which is logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const part = lazyPart(vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('gone')));
    await part.load();
    expect(log).toHaveBeenCalledTimes(1);
    expect(part.get()).toBeNull();
    await part.load();
    expect(part.get()).toBe(Greeting);
    vi.restoreAllMocks();
  });
});
