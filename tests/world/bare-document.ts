/** The part of a document that the page protocol needs: its events, and the page's announcement. */
export function createBareDocument(): Document {
  const announcement = {
    name: '',
    content: '1',
    remove: () => undefined,
    getAttribute: () => announcement.content,
  };
  return Object.assign(new EventTarget(), {
    createElement: () => announcement,
    head: { append: () => undefined },
    querySelector: () => announcement,
    defaultView: null,
  }) as unknown as Document;
}
