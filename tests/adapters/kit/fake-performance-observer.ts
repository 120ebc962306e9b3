/** The callbacks of the observers that are connected. They get the addresses of requests. */
export const observers = new Set<(addresses: string[]) => void>();

/** Stands in for the browser's observer of a page's requests. A test calls `observers` as the browser would. */
export class FakePerformanceObserver {
  private readonly callback: (addresses: string[]) => void;
  constructor(callback: (list: { getEntries(): { name: string }[] }) => void) {
    this.callback = (addresses) => callback({ getEntries: () => addresses.map((name) => ({ name })) });
  }
  observe(): void {
    observers.add(this.callback);
  }
  disconnect(): void {
    observers.delete(this.callback);
  }
}
