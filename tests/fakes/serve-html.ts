import { serve } from './serve';

/** A page on its own server. */
export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Answers every request with this page, on a free port of loopback. */
export async function serveHtml(html: string): Promise<ServedPage> {
  const { origin, close } = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(html);
  });
  return { url: `${origin}/`, close };
}
