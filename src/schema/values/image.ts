/** The types of images that endpoints accept. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

export type ImageType = (typeof IMAGE_TYPES)[number];

/** Maximum number of images of one message. */
export const MAX_IMAGES = 5;

/** Maximum size of an image as it is stored and sent. The panel compresses larger ones first. */
export const MAX_IMAGE_BYTES = 1_500_000;

/** Longest side of an image as it is sent, in pixels. Providers scale larger ones down themselves. */
export const MAX_IMAGE_SIDE = 2_048;

/** Maximum length of an image's name, in UTF-16 units. */
export const MAX_IMAGE_NAME_LENGTH = 200;
