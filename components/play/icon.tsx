const paths = {
  back: "M12 4l-6 6 6 6M6 10h10",
  flag: "M5 2v16M5 3h11l-3 4 3 4H5",
  note: "M4 16l1-4 8-8 3 3-8 8-4 1zM11 6l3 3",
  people:
    "M7 9a3 3 0 100-6 3 3 0 000 6zM1.5 17c0-4 2.5-6 5.5-6s5.5 2 5.5 6M13 9.5a2.6 2.6 0 10-1-5M14.500 11.300c2.500.400 4 2.400 4 5.700",
  undo: "M7 4L3 8l4 4M3 8h8a5 5 0 010 9H8",
  type: "M1.500 16L6.500 4l5 12M3.200 12h6.600M13 16c-1.500-1-1-4 1.500-4.200 2-.200 3 .200 3 .200V16m0-2c-.500 1.500-2.500 2.500-3.800 2M13.500 9.600c1-1 4-1.200 4 1.400",
  help: "M7 7.500a3 3 0 116 0c0 2-3 2.500-3 4.500M10 15.500v.5M10 1.500a8.500 8.500 0 100 17 8.500 8.500 0 000-17z",
  up: "M10 16V4M5 9l5-5 5 5",
  down: "M10 4v12M5 11l5 5 5-5",
  check: "M4 10.500l4 4 8-9",
} as const;

export type IconName = keyof typeof paths;

/** A line icon. Always beside words or on a named button, so never named itself. */
export function Icon({ name, filled = false }: { name: IconName; filled?: boolean }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      aria-hidden="true"
      fill={filled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
