import { useEffect, useState } from 'react';
import type { KeptImage } from '@/src/schema/image';

/** Object URL for an image's data, valid while the component is mounted; null without data. */
export function useImageUrl(image: Pick<KeptImage, 'data' | 'mediaType'> | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const data = image?.data ?? null;
  const mediaType = image?.mediaType;
  useEffect(() => {
    if (data === null || mediaType === undefined) return;
    // The content security policy allows only images with blob addresses: only the extension's own scripts can create those.
    const made = URL.createObjectURL(new Blob([bytesOf(data)], { type: mediaType }));
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [data, mediaType]);
  return url;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
