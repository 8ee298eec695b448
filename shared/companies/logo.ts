/**
 * How a picture is laid under the window of the logo editor (`spec: work §9`): its width on the screen is the logo size,
 * 200 to 700 in steps of 10; the window is as large as the large logo and stands 20 from the left and 21 from the top of
 * the stage. Offsets are where the picture's left and top edge stand on the stage. Screen and server reckon with the same.
 */
export const smallLogo = { width: 49, height: 19 } as const;
export const largeLogo = { width: 343, height: 133 } as const;

/** The small size is stored under the large one's name with a suffix. Takes the name of the file or its URL. */
export function smallLogoOf(large: string): string {
  return large.replace(/\.webp$/, '-s.webp');
}

/** Both sizes as a browser chooses between them: the small one fills a small box except on a high-density screen. */
export function logoSources(url: string): string {
  return `${smallLogoOf(url)} ${smallLogo.width}w, ${url} ${largeLogo.width}w`;
}

export const logoSize = { min: 200, max: 700, step: 10 } as const;
export const logoWindow = { left: 20, top: 21, ...largeLogo } as const;
export const logoStage = {
  width: largeLogo.width + 2 * logoWindow.left,
  height: largeLogo.height + 2 * logoWindow.top,
} as const;

export type LogoPlacement = { logoSize: number; logoLeftOffset: number; logoTopOffset: number };
type Picture = { width: number; height: number };

/** Height of the picture on the stage. */
export const placedHeight = (size: number, { width, height }: Picture): number => (size * height) / width;

/** What is larger than the window covers it, what is smaller stays inside it: along one side. */
function held(offset: number, length: number, from: number, room: number): number {
  const [least, most] = length >= room ? [from + room - length, from] : [from, from + room - length];
  return Math.round(Math.min(Math.max(offset, least), most));
}

/** The placement nearest to the one given that leaves no needless gap. */
export function holdPlacement(placement: LogoPlacement, picture: Picture): LogoPlacement {
  const size = Math.min(Math.max(Math.round(placement.logoSize / logoSize.step) * logoSize.step, logoSize.min), logoSize.max);
  return {
    logoSize: size,
    logoLeftOffset: held(placement.logoLeftOffset, size, logoWindow.left, logoWindow.width),
    logoTopOffset: held(placement.logoTopOffset, placedHeight(size, picture), logoWindow.top, logoWindow.height),
  };
}

/** Another size around the middle of the window. */
export function zoomPlacement(placement: LogoPlacement, size: number, picture: Picture): LogoPlacement {
  const factor = size / placement.logoSize;
  const middle = { x: logoWindow.left + logoWindow.width / 2, y: logoWindow.top + logoWindow.height / 2 };
  return holdPlacement(
    {
      logoSize: size,
      logoLeftOffset: middle.x + (placement.logoLeftOffset - middle.x) * factor,
      logoTopOffset: middle.y + (placement.logoTopOffset - middle.y) * factor,
    },
    picture,
  );
}

/** Where the editor begins: as large as fits the window, in its middle. */
export function firstPlacement(picture: Picture): LogoPlacement {
  const fitting = Math.min(logoWindow.width, (logoWindow.height * picture.width) / picture.height);
  const size = Math.min(Math.max(Math.floor(fitting / logoSize.step) * logoSize.step, logoSize.min), logoSize.max);
  return holdPlacement(
    {
      logoSize: size,
      logoLeftOffset: logoWindow.left + (logoWindow.width - size) / 2,
      logoTopOffset: logoWindow.top + (logoWindow.height - placedHeight(size, picture)) / 2,
    },
    picture,
  );
}

/** Whether a picture is too tall for the window even at the least size: only the server's own fitting shows it whole. */
export function isTallerThanWindow(picture: Picture): boolean {
  return placedHeight(logoSize.min, picture) > logoWindow.height;
}
