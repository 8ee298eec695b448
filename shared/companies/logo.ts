/**
 * How the logo editor crops a picture (`docs/product/companies.md#logo`). The picture lies under a fixed window that is as
 * large as the large logo, 20 pixels from the left and 21 from the top of the editing area. The logo size is the width of
 * the picture, 200 to 700 in steps of 10. The offsets are the position of the picture's top left corner. Browser and server
 * calculate with the same functions.
 */
export const smallLogo = { width: 49, height: 19 } as const;
export const largeLogo = { width: 343, height: 133 } as const;

/** The file name or URL of the small size, which is stored under the large one's name with a suffix. */
export function smallLogoOf(large: string): string {
  return large.replace(/\.webp$/, '-s.webp');
}

/** Both sizes as a `srcset`, so that the browser uses the small one in small boxes, except on high-density screens. */
export function logoSources(url: string): string {
  return `${smallLogoOf(url)} ${smallLogo.width}w, ${url} ${largeLogo.width}w`;
}

export const logoSizeRange = { min: 200, max: 700, step: 10 } as const;
export const logoWindow = { left: 20, top: 21, ...largeLogo } as const;
export const logoStage = {
  width: largeLogo.width + 2 * logoWindow.left,
  height: largeLogo.height + 2 * logoWindow.top,
} as const;

export type LogoPlacement = { logoSize: number; logoLeftOffset: number; logoTopOffset: number };
type Picture = { width: number; height: number };

/** The height of the picture in the editing area when it is this wide. */
export const placedHeight = (size: number, { width, height }: Picture): number => (size * height) / width;

/** Limits the offset along one side: a picture larger than the window covers it, a smaller one stays inside. */
function clampOffset(offset: number, length: number, from: number, available: number): number {
  const [min, max] = length >= available ? [from + available - length, from] : [from, from + available - length];
  return Math.round(Math.min(Math.max(offset, min), max));
}

/** The nearest allowed placement, without avoidable gaps. */
export function clampPlacement(placement: LogoPlacement, picture: Picture): LogoPlacement {
  const size = Math.min(
    Math.max(Math.round(placement.logoSize / logoSizeRange.step) * logoSizeRange.step, logoSizeRange.min),
    logoSizeRange.max,
  );
  return {
    logoSize: size,
    logoLeftOffset: clampOffset(placement.logoLeftOffset, size, logoWindow.left, logoWindow.width),
    logoTopOffset: clampOffset(placement.logoTopOffset, placedHeight(size, picture), logoWindow.top, logoWindow.height),
  };
}

/** The placement after changing the size around the center of the window. */
export function zoomPlacement(placement: LogoPlacement, size: number, picture: Picture): LogoPlacement {
  const factor = size / placement.logoSize;
  const middle = { x: logoWindow.left + logoWindow.width / 2, y: logoWindow.top + logoWindow.height / 2 };
  return clampPlacement(
    {
      logoSize: size,
      logoLeftOffset: middle.x + (placement.logoLeftOffset - middle.x) * factor,
      logoTopOffset: middle.y + (placement.logoTopOffset - middle.y) * factor,
    },
    picture,
  );
}

/** The initial placement: centered, and as large as fits the window. */
export function initialPlacement(picture: Picture): LogoPlacement {
  const fittingWidth = Math.min(logoWindow.width, (logoWindow.height * picture.width) / picture.height);
  const size = Math.min(
    Math.max(Math.floor(fittingWidth / logoSizeRange.step) * logoSizeRange.step, logoSizeRange.min),
    logoSizeRange.max,
  );
  return clampPlacement(
    {
      logoSize: size,
      logoLeftOffset: logoWindow.left + (logoWindow.width - size) / 2,
      logoTopOffset: logoWindow.top + (logoWindow.height - placedHeight(size, picture)) / 2,
    },
    picture,
  );
}

/**
 * Whether the picture is too tall for the window even at the smallest size. Then only the automatic fit on the server shows it
 * completely.
 */
export function isTallerThanWindow(picture: Picture): boolean {
  return placedHeight(logoSizeRange.min, picture) > logoWindow.height;
}
