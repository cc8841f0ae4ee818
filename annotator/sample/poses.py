"""Every position of the sample match as data. In each, `a` comes from the left.

`a` is the one on top, the one who attacks or the one who holds the back. Points are in picture
pixels from the middle of the mat, x to the right and y up (complex numbers).
"""

from __future__ import annotations

from annotator.sample.body import On, Pair, Pose

_A_FRONT = tuple("b.fl b.fa a.fl a.fa b.t b.nl b.na a.t a.nl a.na".split())
_B_FRONT = tuple("a.fl a.fa b.fl b.fa a.t a.nl a.na b.t b.nl b.na".split())


def _order(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _upright(x: float, face: float = 1.0) -> Pose:
    """Standing at ease."""
    return Pose(
        pelvis=x + 133j, lean=90 - 4 * face, face=face, head=90 - 6 * face,
        hand_n=x + 18 * face + 136j, hand_f=x + 24 * face + 141j,
        foot_n=x - 14 * face + 6j, foot_f=x + 20 * face + 14j,
        elbow_n=-face, elbow_f=-face, knee_n=face, knee_f=face,
    )  # fmt: skip


APART = Pair(_upright(-150), _upright(150, -1), _A_FRONT)

BOW = Pair(
    Pose(
        pelvis=-152 + 132j, lean=58, head=38, hand_n=-118 + 108j, hand_f=-112 + 114j,
        foot_n=-160 + 6j, foot_f=-142 + 14j,
    ),
    Pose(
        pelvis=152 + 132j, lean=122, head=142, face=-1, hand_n=118 + 108j, hand_f=112 + 114j,
        foot_n=160 + 6j, foot_f=142 + 14j, elbow_n=1, elbow_f=1, knee_n=-1, knee_f=-1,
    ),
    _A_FRONT,
)  # fmt: skip

CLINCH = Pair(
    Pose(
        pelvis=-76 + 106j, lean=66, head=72, hand_n=On("neck", -16 - 22j), hand_f=On("elbow_f", -2 + 6j),
        foot_n=-112 + 6j, foot_f=-50 + 15j,
    ),
    Pose(
        pelvis=76 + 106j, lean=114, head=108, face=-1, hand_n=On("neck", 12 - 30j), hand_f=On("neck", 14 - 12j),
        foot_n=62 + 6j, foot_f=108 + 15j, elbow_n=1, elbow_f=1, knee_n=-1, knee_f=-1,
    ),
    _A_FRONT,
)  # fmt: skip

READY = Pair(
    Pose(
        pelvis=-108 + 104j, lean=62, head=74, hand_n=-34 + 138j, hand_f=-26 + 168j,
        foot_n=-140 + 6j, foot_f=-80 + 15j,
    ),
    Pose(
        pelvis=108 + 104j, lean=118, head=106, face=-1, hand_n=32 + 134j, hand_f=30 + 164j,
        foot_n=88 + 6j, foot_f=142 + 15j, elbow_n=1, elbow_f=1, knee_n=-1, knee_f=-1,
    ),
    _A_FRONT,
)  # fmt: skip

# a shoots under b's arms: one knee down, the head at b's ribs, the arms around both thighs.
SHOT = Pair(
    Pose(
        pelvis=-62 + 62j, lean=24, head=46, hand_n=On("knee_n", -4 + 16j), hand_f=On("knee_f", 10 + 20j),
        foot_n=-116 + 10j, foot_f=-18 + 14j, knee_n=0.75, knee_f=0.95,
    ),
    Pose(
        pelvis=62 + 110j, lean=110, head=128, face=-1, hand_n=On("chest", 10 + 20j), hand_f=On("chest", -10 + 22j),
        foot_n=52 + 6j, foot_f=98 + 15j, elbow_n=1, elbow_f=1, knee_n=-1, knee_f=-0.9,
    ),
    _order("b.fl b.fa a.fa a.fl b.t b.nl a.t a.nl a.na b.na"),
)  # fmt: skip

# The same, driven through: b is in the air, falling on her back.
LIFT = Pair(
    Pose(
        pelvis=-38 + 96j, lean=38, head=66, hand_n=On("knee_n", -2 + 4j), hand_f=On("knee_f", 4 + 6j),
        foot_n=-86 + 8j, foot_f=-8 + 14j, knee_n=0.9, knee_f=1,
    ),
    Pose(
        pelvis=86 + 122j, lean=28, head=52, face=-1, hand_n=150 + 112j, hand_f=On("neck", 20 + 10j),
        foot_n=20 + 66j, foot_f=36 + 92j, elbow_n=-0.7, elbow_f=1, knee_n=-0.8, knee_f=-0.9,
    ),
    _order("b.fl b.fa a.fa a.fl b.t a.t b.nl a.nl a.na b.na"),
)  # fmt: skip

# b on her back, head to the right, ankles crossed behind a, who kneels and postures up.
CLOSED_GUARD = Pair(
    Pose(
        pelvis=-44 + 48j, lean=64, head=76, hand_n=On("chest", -4 + 24j), hand_f=On("chest", 26 + 26j),
        foot_n=-102 + 10j, foot_f=-88 + 22j, elbow_n=-0.6, elbow_f=-0.6, knee_n=0.9, knee_f=0.9,
    ),
    Pose(
        pelvis=26 + 26j, lean=-2, head=16, face=-1, hand_n=On("hand_n", 4 + 6j), hand_f=On("neck", 14 - 22j),
        foot_n=-96 + 66j, foot_f=-88 + 76j, elbow_n=-0.8, elbow_f=0.7, knee_n=-0.85, knee_f=-0.85,
    ),
    _order("b.fl a.fl a.fa b.fa b.t a.t a.nl b.nl a.na b.na"),
)  # fmt: skip

# The guard pulls a down: chest to chest.
BROKEN_POSTURE = Pair(
    Pose(
        pelvis=-46 + 46j, lean=30, head=24, hand_n=100 + 16j, hand_f=92 + 30j,
        foot_n=-104 + 10j, foot_f=-90 + 22j, elbow_n=-0.7, elbow_f=-0.6, knee_n=0.9, knee_f=0.9,
    ),
    Pose(
        pelvis=26 + 26j, lean=-2, head=20, face=-1, hand_n=On("chest", 2 + 22j), hand_f=On("head", 0 + 14j),
        foot_n=-84 + 78j, foot_f=-76 + 88j, elbow_n=-0.9, elbow_f=-0.7, knee_n=-0.85, knee_f=-0.85,
    ),
    _order("b.fl a.fl a.fa b.t b.fa a.t a.nl b.nl a.na b.na"),
)  # fmt: skip

# b attacks from the guard: hips up, legs across a's face and chest, the arm straight between them.
ARMBAR = Pair(
    Pose(
        pelvis=-74 + 52j, lean=38, head=64, hand_n=68 + 62j, hand_f=On("knee_f", -6 - 2j),
        foot_n=-132 + 10j, foot_f=-118 + 22j, elbow_n=-0.05, elbow_f=-0.8, knee_n=0.9, knee_f=0.9,
    ),
    Pose(
        pelvis=26 + 38j, lean=-8, head=30, face=-1, hand_n=64 + 64j, hand_f=76 + 66j,
        foot_n=-52 + 112j, foot_f=-66 + 96j, elbow_n=-0.9, elbow_f=-0.8, knee_n=-1, knee_f=-0.7,
    ),
    _order("b.fl a.fl a.fa b.t b.fa a.t a.nl a.na b.na b.nl"),
)  # fmt: skip

# a stands in front of the open guard; b's feet are on her hips.
OPEN_GUARD = Pair(
    Pose(
        pelvis=-74 + 98j, lean=46, head=62, hand_n=On("knee_n", -8 + 10j), hand_f=On("knee_f", 2 + 10j),
        foot_n=-112 + 6j, foot_f=-56 + 15j, knee_n=1, knee_f=1, elbow_n=-0.8, elbow_f=-0.8,
    ),
    Pose(
        pelvis=34 + 28j, lean=6, head=34, face=-1, hand_n=On("hand_n", 6 + 2j), hand_f=On("hand_f", 8 + 2j),
        foot_n=-58 + 86j, foot_f=-48 + 104j, elbow_n=-0.8, elbow_f=-0.7, knee_n=-0.9, knee_f=-0.9,
    ),
    _order("b.fl a.fl a.fa b.fa a.t b.t a.nl b.nl a.na b.na"),
)  # fmt: skip

# One of a's legs is caught between b's; a lies chest to chest across her.
HALF_GUARD = Pair(
    Pose(
        pelvis=-26 + 56j, lean=14, head=10, hand_n=110 + 18j, hand_f=122 + 34j,
        foot_n=-136 + 12j, foot_f=-94 + 14j, elbow_n=-0.8, elbow_f=-0.8, knee_n=-0.25, knee_f=0.6,
    ),
    Pose(
        pelvis=2 + 25j, lean=-2, head=30, face=-1, hand_n=On("chest", 12 + 20j), hand_f=On("chest", 36 + 22j),
        foot_n=-92 + 34j, foot_f=-110 + 16j, elbow_n=0.8, elbow_f=-0.7, knee_n=-0.95, knee_f=-0.8,
    ),
    _order("b.fl a.fl b.t b.fa a.fa a.t a.nl b.nl a.na b.na"),
)  # fmt: skip

# Chest across chest: b lies along the picture, a crosses her from behind, knees down.
SIDE_CONTROL = Pair(
    Pose(
        pelvis=-58 + 54j, lean=16, head=20, hand_n=72 + 12j, hand_f=On("head", -2 - 12j),
        foot_n=-134 + 10j, foot_f=-92 + 20j, elbow_n=-0.6, elbow_f=0.4, knee_n=0.95, knee_f=0.9,
    ),
    Pose(
        pelvis=-34 + 23j, lean=-1, head=10, face=-1, trunk=1.1,
        hand_n=On("chest", -12 + 24j), hand_f=On("head", -22 + 16j),
        foot_n=-140 + 10j, foot_f=-118 + 18j, elbow_n=0.6, elbow_f=-0.7, knee_n=-0.8, knee_f=-0.9,
    ),
    _order("b.fl a.fl b.fa b.t b.nl a.fa a.t a.nl a.na b.na"),
)  # fmt: skip

# a straddles b's belly, upright, both knees down.
MOUNT = Pair(
    Pose(
        pelvis=0 + 62j, lean=72, head=78, hand_n=On("neck", -8 + 18j), hand_f=On("neck", 16 + 20j),
        foot_n=-62 + 8j, foot_f=-50 + 20j, elbow_n=-0.5, elbow_f=-0.5, knee_n=0.95, knee_f=0.9,
    ),
    Pose(
        pelvis=-10 + 24j, lean=-2, head=22, face=-1, hand_n=On("hand_n", -8 + 4j), hand_f=On("hand_f", -6 + 6j),
        foot_n=-112 + 8j, foot_f=-94 + 18j, elbow_n=-0.9, elbow_f=-0.7, knee_n=-0.9, knee_f=-0.9,
    ),
    _order("b.fl a.fl b.fa b.t a.fa a.t b.nl a.nl a.na b.na"),
)  # fmt: skip

# a's near knee presses on the belly, the far foot is posted on the mat.
KNEE_ON_BELLY = Pair(
    Pose(
        pelvis=-54 + 98j, lean=58, head=72, hand_n=On("neck", -14 + 16j), hand_f=On("pelvis", 34 + 20j),
        foot_n=-66 + 42j, foot_f=-128 + 14j, elbow_n=-0.5, elbow_f=-0.4, knee_n=1, knee_f=-0.5,
    ),
    Pose(
        pelvis=-26 + 23j, lean=-2, head=20, face=-1, hand_n=On("knee_n", 14 + 10j), hand_f=On("hand_n", -8 + 2j),
        foot_n=-130 + 8j, foot_f=-110 + 18j, elbow_n=-0.9, elbow_f=-0.7, knee_n=-0.8, knee_f=-0.9,
    ),
    _order("a.fl b.fl b.fa a.fa b.t b.nl a.t a.nl b.na a.na"),
)  # fmt: skip

# Both sit, facing right: a behind, seat-belt grip, both feet hooked inside b's thighs.
BACK_CONTROL = Pair(
    Pose(
        pelvis=-42 + 26j, lean=112, head=98, hand_n=On("chest", 20 + 2j), hand_f=On("chest", 22 + 22j),
        foot_n=60 + 34j, foot_f=72 + 44j, elbow_n=-0.8, elbow_f=-0.8, knee_n=0.9, knee_f=0.9,
    ),
    Pose(
        pelvis=10 + 26j, lean=112, head=82, hand_n=On("hand_n", 6 + 6j), hand_f=On("hand_f", 4 + 8j),
        foot_n=112 + 10j, foot_f=122 + 20j, elbow_n=-0.8, elbow_f=-0.8, knee_n=0.75, knee_f=0.8,
    ),
    _order("b.fl a.fl a.fa a.t b.fa b.t b.nl a.nl a.na b.na"),
)  # fmt: skip

# The near leg is wrapped around the belly, its foot locked under the far knee.
BODY_TRIANGLE = Pair(
    Pose(
        pelvis=-42 + 26j, lean=112, head=98, hand_n=On("chest", 20 + 2j), hand_f=On("chest", 22 + 22j),
        foot_n=54 + 60j, foot_f=62 + 36j, elbow_n=-0.8, elbow_f=-0.8, knee_n=0.35, knee_f=1,
    ),
    Pose(
        pelvis=10 + 26j, lean=112, head=82, hand_n=On("hand_n", 6 + 6j), hand_f=On("hand_f", 4 + 8j),
        foot_n=112 + 10j, foot_f=122 + 20j, elbow_n=-0.8, elbow_f=-0.8, knee_n=0.6, knee_f=0.8,
    ),
    _order("b.fl b.nl a.fl a.fa a.t b.fa b.t a.nl a.na b.na"),
)  # fmt: skip

# One hook is in, the near leg is still outside.
ONE_HOOK = Pair(
    Pose(
        pelvis=-42 + 28j, lean=100, head=88, hand_n=On("chest", 20 + 2j), hand_f=On("chest", 22 + 20j),
        foot_n=-8 + 9j, foot_f=72 + 44j, elbow_n=-0.8, elbow_f=-0.8, knee_n=0.95, knee_f=0.9,
    ),
    Pose(
        pelvis=10 + 26j, lean=96, head=70, hand_n=On("hand_n", 6 + 6j), hand_f=On("hand_f", 4 + 8j),
        foot_n=104 + 10j, foot_f=122 + 20j, elbow_n=-0.8, elbow_f=-0.8, knee_n=0.85, knee_f=0.8,
    ),
    _order("b.fl a.fl a.fa a.t b.fa b.t b.nl a.nl a.na b.na"),
)  # fmt: skip

# From there the forearm goes under the chin.
REAR_CHOKE = Pair(
    Pose(
        pelvis=-46 + 25j, lean=126, head=104, hand_n=On("neck", 20 + 14j), hand_f=On("head", -14 + 12j),
        foot_n=48 + 58j, foot_f=58 + 36j, elbow_n=-0.9, elbow_f=0.8, knee_n=0.35, knee_f=1,
    ),
    Pose(
        pelvis=6 + 25j, lean=124, head=108, hand_n=On("hand_n", 4 - 4j), hand_f=On("neck", 16 + 0j),
        foot_n=110 + 10j, foot_f=118 + 26j, elbow_n=-0.9, elbow_f=-0.8, knee_n=0.7, knee_f=0.85,
    ),
    _order("b.fl b.nl a.fl a.fa a.t b.fa b.t a.nl a.na b.na"),
)  # fmt: skip

# b on knees and elbows, a over her back.
TURTLE = Pair(
    Pose(
        pelvis=-64 + 72j, lean=22, head=34, hand_n=On("chest", 14 - 22j), hand_f=On("neck", 6 - 10j),
        foot_n=-130 + 12j, foot_f=-96 + 14j, elbow_n=-0.9, elbow_f=-0.7, knee_n=0.55, knee_f=0.9,
    ),
    Pose(
        pelvis=-24 + 54j, lean=-8, head=-42, face=1, hand_n=66 + 9j, hand_f=84 + 18j,
        foot_n=-62 + 10j, foot_f=-52 + 22j, elbow_n=-0.95, elbow_f=-0.8, knee_n=1, knee_f=1,
    ),
    _order("b.fl b.fa a.fl a.fa b.t b.nl b.na a.t a.nl a.na"),
)  # fmt: skip

# The roll in the middle of a sweep: b comes up, a is tipped over her shoulder.
SWEEPING = Pair(
    Pose(
        pelvis=-10 + 62j, lean=-24, head=-34, face=0.2, hand_n=96 + 10j, hand_f=On("chest", 10 + 10j),
        foot_n=-86 + 104j, foot_f=-66 + 122j, elbow_n=-0.6, elbow_f=0.6, knee_n=0.6, knee_f=0.7,
    ),
    Pose(
        pelvis=-30 + 30j, lean=38, head=56, face=-0.3, hand_n=On("neck", -10 + 14j), hand_f=On("chest", 0 + 24j),
        foot_n=-110 + 24j, foot_f=-96 + 74j, elbow_n=-0.7, elbow_f=0.6, knee_n=-0.8, knee_f=-0.7,
    ),
    _order("a.fl b.fl a.fa a.t b.fa b.t a.nl b.nl a.na b.na"),
)  # fmt: skip

# b sits down and pulls a after her, one foot on the hip.
PULL = Pair(
    Pose(
        pelvis=-80 + 108j, lean=52, head=62, hand_n=On("knee_n", -6 + 12j), hand_f=On("chest", -10 + 20j),
        foot_n=-116 + 6j, foot_f=-58 + 15j, elbow_n=-0.8, elbow_f=-0.6,
    ),
    Pose(
        pelvis=40 + 52j, lean=66, head=98, face=-1, hand_n=On("neck", 8 - 26j), hand_f=On("neck", 14 - 8j),
        foot_n=-20 + 8j, foot_f=-46 + 94j, elbow_n=0.7, elbow_f=0.6, knee_n=-0.95, knee_f=-0.9,
    ),
    _order("b.fl b.fa a.fl a.fa b.t a.t a.nl b.nl a.na b.na"),
)  # fmt: skip

# a shoots, b throws the legs back and lies on her shoulders: nothing comes of it.
SPRAWL = Pair(
    Pose(
        pelvis=-72 + 52j, lean=2, head=-14, hand_n=On("knee_n", -18 + 4j), hand_f=On("knee_f", -10 + 8j),
        foot_n=-132 + 10j, foot_f=-116 + 22j, elbow_n=-0.7, elbow_f=-0.6, knee_n=0.95, knee_f=0.95,
    ),
    Pose(
        pelvis=86 + 66j, lean=158, head=176, face=-1, hand_n=On("chest", -4 - 6j), hand_f=On("pelvis", 6 + 18j),
        foot_n=186 + 8j, foot_f=202 + 18j, elbow_n=0.8, elbow_f=0.7, knee_n=-0.35, knee_f=-0.3,
    ),
    _order("b.fl b.fa a.fl a.fa a.t a.nl a.na b.t b.nl b.na"),
)  # fmt: skip

# Nobody controls: both on the way round, hands and knees.
SCRAMBLE = Pair(
    Pose(
        pelvis=-62 + 72j, lean=30, head=44, hand_n=6 + 10j, hand_f=On("neck", -10 + 8j),
        foot_n=-118 + 10j, foot_f=-70 + 14j, elbow_n=-0.5, elbow_f=-0.7, knee_n=0.9, knee_f=1,
    ),
    Pose(
        pelvis=58 + 64j, lean=140, head=124, face=-1, hand_n=4 + 30j, hand_f=On("chest", 14 + 18j),
        foot_n=112 + 10j, foot_f=84 + 16j, elbow_n=0.6, elbow_f=0.7, knee_n=-0.9, knee_f=-1,
    ),
    _A_FRONT,
)  # fmt: skip

HANDSHAKE = Pair(
    Pose(
        pelvis=-62 + 132j, lean=82, head=84, hand_n=4 + 158j, hand_f=-44 + 132j,
        foot_n=-76 + 6j, foot_f=-44 + 14j, elbow_n=-0.7,
    ),
    Pose(
        pelvis=62 + 132j, lean=98, head=96, face=-1, hand_n=8 + 160j, hand_f=44 + 132j,
        foot_n=76 + 6j, foot_f=46 + 14j, elbow_n=0.7, elbow_f=1, knee_n=-1, knee_f=-1,
    ),
    _A_FRONT,
)  # fmt: skip

ALL: dict[str, Pair] = {
    name.lower(): value for name, value in dict(globals()).items() if isinstance(value, Pair)
}
